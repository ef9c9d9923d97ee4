import { testListing } from "#test/support/makers/invitations";

testListing("space");
