/*
 * What is wrong, in the words of the protocol (RFC 6749, 4.1.2.1 and 5.2). A description says what is wrong and never what was sent; it is
 * ASCII without quotes and backslashes.
 */
import { AppError } from "#lib/schemas/basics/error";

export type ProtocolCode =
  | "access_denied"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_request"
  | "invalid_scope"
  | "server_error"
  | "temporarily_unavailable"
  | "unsupported_grant_type"
  | "unsupported_response_type";

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
