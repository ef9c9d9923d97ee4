import { testCreatingLinks } from "#test/support/makers/invitation-links";

testCreatingLinks("base");
