/** The SHA-256 of an identifier, in hexadecimal. Identifiers contain email addresses, so only their hashes are stored. */
export async function hashOf(identifier: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(identifier)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
