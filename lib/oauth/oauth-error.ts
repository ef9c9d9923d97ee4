/*
 * Errors with the codes of the protocol (RFC 6749, 4.1.2.1 and 5.2; RFC 7591, 3.2.2; RFC 8707, 2). A description says what is wrong and never repeats what was sent; it is
 * ASCII without quotes and backslashes.
 */
import { AppError } from "#lib/schemas/basics/error";

/** The error codes that are used here. */
export type ProtocolCode =
  | "access_denied"
  | "invalid_client"
  | "invalid_client_metadata"
  | "invalid_grant"
  | "invalid_redirect_uri"
  | "invalid_request"
  | "invalid_scope"
  | "invalid_target"
  | "server_error"
  | "temporarily_unavailable"
  | "unsupported_grant_type"
  | "unsupported_response_type";

/** An error with a code of the protocol. Its status is 401 for invalid_client, otherwise 400. */
export class OAuthError extends AppError {
  readonly error: ProtocolCode;

  constructor(error: ProtocolCode, description: string, headers?: Record<string, string>) {
    super(error === "invalid_client" ? "unauthorized" : "validation_error", description, {
      ...(headers && { headers }),
    });
    this.name = "OAuthError";
    this.error = error;
  }
}
