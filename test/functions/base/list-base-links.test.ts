import { testListingLinks } from "#test/support/makers/invitation-links";

testListingLinks("base");
