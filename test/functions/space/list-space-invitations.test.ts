import { testListing } from "#test/support/invitations";

testListing("space");
