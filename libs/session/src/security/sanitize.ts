/**
 * What free text may not hold, and how it is escaped where HTML text is built.
 * Forms use the first half only: they refuse, and store what was typed; React escapes what is shown.
 */
import { logSecurityEvent } from './securityLog';

/** Known event names: `conversion=5` and `on = off` are words, `onerror=` is not. */
const events =
  'abort|animation[a-z]+|before[a-z]+|blur|cancel|change|click|close|contextmenu|copy|cut|dblclick|drag[a-z]*|drop|error|focus[a-z]*|hashchange|input|invalid|key(?:down|press|up)|load[a-z]*|message|mouse[a-z]+|page(?:hide|show)|paste|pointer[a-z]+|reset|resize|scroll[a-z]*|select[a-z]*|submit|toggle|touch[a-z]+|transition[a-z]+|unload|wheel';

/** Each is linear in the length of the text: no two repetitions stand side by side. */
const forbidden: readonly RegExp[] = [
  /<\/?script/i,
  /javascript:/i,
  /vbscript:/i,
  new RegExp(`(?:^|[\\s"'/<])on(?:${events})\\s*=`, 'i'),
  /<\/?(?:iframe|object|embed|link|meta)\b/i,
  /data:text\/html/i,
  /expression\(/i,
];

/** Whether the text looks like script or markup that acts. Says the same every time: no pattern keeps a position. */
export const looksLikeScript = (text: string): boolean => forbidden.some((pattern) => pattern.test(text));

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export interface SanitiseOptions {
  /** Characters; the rest is cut. */
  maxLength?: number;
  /** Told of a refusal, without the text; writes `xss_attempt` to the security log unless it is said. */
  onReject?: () => void;
}

const logRejection = () => {
  logSecurityEvent('xss_attempt');
};

/** The text cut, trimmed and escaped for HTML; empty when it looks like script. */
export function sanitizeInput(
  text: string,
  { maxLength = 1000, onReject = logRejection }: SanitiseOptions = {},
): string {
  const cut = text.slice(0, maxLength);
  if (looksLikeScript(cut)) {
    onReject();
    return '';
  }
  return cut.trim().replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
