import { testDeletingLinks } from "#test/support/makers/invitation-links";

testDeletingLinks("space");
