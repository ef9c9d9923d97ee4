import { testChangingLinks } from "#test/support/makers/invitation-links";

testChangingLinks("space");
