/** Detects script in free text, and escapes text for HTML. */
import { logSecurityEvent } from './securityLog';

/** Known event names, so that `onerror=` is rejected but `conversion=5` and `on = off` are not. */
const events =
  'abort|animation[a-z]+|before[a-z]+|blur|cancel|change|click|close|contextmenu|copy|cut|dblclick|drag[a-z]*|drop|error|focus[a-z]*|hashchange|input|invalid|key(?:down|press|up)|load[a-z]*|message|mouse[a-z]+|page(?:hide|show)|paste|pointer[a-z]+|reset|resize|scroll[a-z]*|select[a-z]*|submit|toggle|touch[a-z]+|transition[a-z]+|unload|wheel';

/** Each runs in linear time: no pattern has two adjacent repetitions. */
const forbidden: readonly RegExp[] = [
  /<\/?script/i,
  /javascript:/i,
  /vbscript:/i,
  new RegExp(`(?:^|[\\s"'/<])on(?:${events})\\s*=`, 'i'),
  /<\/?(?:iframe|object|embed|link|meta)\b/i,
  /data:text\/html/i,
  /expression\(/i,
];

/** Whether the text looks like script or active markup. Stateless: no pattern has the `g` flag. */
export const looksLikeScript = (text: string): boolean => forbidden.some((pattern) => pattern.test(text));

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const MAX_LENGTH = 1000;

/**
 * Cuts the text to `maxLength` characters, trims it and escapes it for HTML. Returns an empty string, and logs a
 * security event, for text that looks like a script. No page calls it: forms reject such text with `looksLikeScript`
 * and store the input as typed, and React escapes what it renders. The specification requires the function (T-24,
 * SES-40 to SES-49).
 */
export function sanitizeInput(text: string, maxLength = MAX_LENGTH): string {
  const cut = text.slice(0, maxLength);
  if (looksLikeScript(cut)) {
    logSecurityEvent('xss_attempt');
    return '';
  }
  return cut.trim().replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
