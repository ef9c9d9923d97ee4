import { testCancelling } from "#test/support/makers/invitations";

testCancelling("base");
