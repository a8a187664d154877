/** Finds code that the content security policy of a page blocks. This is static analysis: the code may never run. */
import type { SliceCandidate } from '../release/candidate';
import type { Finding } from './finding';

const rules: readonly { pattern: RegExp; level: Finding['level']; text: string }[] = [
  {
    pattern: /\beval\s*\(|\bnew\s+Function\s*\(/,
    level: 'warning',
    text: 'evaluates text as code, which the policy blocks: it must never run in a page',
  },
  {
    pattern: /\.\s*(?:inner|outer)HTML\s*=(?!=)|\.insertAdjacentHTML\s*\(|\bdocument\s*\.\s*write\s*\(/,
    level: 'warning',
    text: 'writes HTML from text, which throws (Trusted Types): build elements instead',
  },
  {
    pattern: /\btrustedTypes\s*(?:\?\.|\.)\s*createPolicy\s*\(/,
    level: 'warning',
    text: 'creates a Trusted Types policy, which a page does not allow: it must work without one',
  },
  {
    pattern: /\bcreateElement\s*\(\s*["'`]style["'`]\s*\)/,
    level: 'warning',
    text: 'creates a style element, which the policy blocks unless it stays empty: put the styles into a file',
  },
];

/** One finding for each rule, with all files that it fits. */
export async function policyFindings({ release, read }: SliceCandidate): Promise<Finding[]> {
  const scripts = Object.keys(release.files).filter((path) => /\.m?js$/.test(path));
  const texts = await Promise.all(
    scripts.map(async (path) => [path, (await read(path))?.toString() ?? ''] as const),
  );
  return rules.flatMap(({ pattern, level, text }) => {
    const found = texts.filter(([, code]) => pattern.test(code)).map(([path]) => path);
    return found.length > 0 ? [{ area: 'policy', level, text: `${found.join(', ')} ${text}` }] : [];
  });
}
