import { testAddingMembers } from "#test/support/makers/invitation-links";

testAddingMembers("space");
