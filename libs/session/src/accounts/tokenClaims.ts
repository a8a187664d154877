/** Claims of an access token, unverified: the server decides. */
interface Claims {
  /** The assurance level. */
  aal?: unknown;
  session_id?: unknown;
}

/** Empty for a token that is not a JWT. */
export function claimsOf(token: string): Claims {
  const payload = token.split('.')[1] ?? '';
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
  } catch {
    return {};
  }
}
