/**
 * axe in a page without frames. `@axe-core/playwright` takes two to three times as long: it loads axe again for each
 * run, describes every element that passes a rule, and opens a page to collect the findings of frames.
 */
import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: { run(context: Document | string, options: RunOptions): Promise<{ violations: Violation[] }> };
  }
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}

interface Scope {
  /** Rules with one of these tags, instead of all. */
  tags?: string[];
  /** These rules, instead of all. */
  rules?: string[];
  /** A selector, instead of the document. */
  within?: string;
}

/** One line for each violated rule, with the HTML of its elements. */
export async function axeFindings(page: Page, { tags, rules, within }: Scope = {}): Promise<string[]> {
  const hasAxe = await page.evaluate(() => window.axe !== undefined);
  if (!hasAxe) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    // WCAG 2.5.3. Lighthouse has it too; axe calls it experimental.
    rules: { 'label-content-name-mismatch': { enabled: true } },
    ...(tags && { runOnly: { type: 'tag', values: tags } }),
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  const violations = await page.evaluate(
    async ([context, run]) => {
      if (!window.axe) throw new Error('axe is not loaded');
      const results = await window.axe.run(context ?? document, run);
      return results.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
    },
    [within, options] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
