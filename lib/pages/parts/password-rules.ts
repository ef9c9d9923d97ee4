/** Of a field for a new password. */
export const passwordRules = {
  type: "password",
  autocomplete: "new-password",
  hint: "At least 8 characters, among them a letter and a digit.",
  minLength: 8,
} as const;
