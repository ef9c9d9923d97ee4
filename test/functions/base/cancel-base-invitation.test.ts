import { testCancelling } from "#test/support/invitations";

testCancelling("base");
