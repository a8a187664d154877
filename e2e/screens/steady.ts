/** Replaces the parts of a page that differ between two runs of the same code: times, dates, keys and ports. */
import type { Page } from '@playwright/test';

/** Makes two runs look alike. The page is not used after it. */
export const steady = (page: Page) =>
  page.evaluate(() => {
    const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
    const replacements: readonly (readonly [RegExp, string])[] = [
      [new RegExp(`${month}\\s\\d{1,2},\\s\\d{4}`, 'g'), 'Nov 22, 2026'],
      [new RegExp(`${month}\\s\\d{1,2}(?!\\d|,\\s\\d{4})`, 'g'), 'Nov 22'],
      [/\d{1,2}:\d{2}\s[AP]M/g, '11:30 PM'],
      [/\d+ (?:seconds?|minutes?|hours?|days?) ago|just now/g, '8 minutes ago'],
      [/Ends in \d+ days/g, 'Ends in 18 days'],
      [/••••\w{4}/g, '••••abcd'],
      [/127\.0\.0\.1:\d+/g, '127.0.0.1:4290'],
      [/in \d+ s$/g, 'in 60 s'],
    ];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const text = replacements.reduce(
        (result, [from, to]) =>
          // Dates that stay on one line still do.
          result.replace(from, (match) => (match.includes('\u00a0') ? to.replaceAll(' ', '\u00a0') : to)),
        node.data,
      );
      if (text !== node.data) node.data = text;
    }
  });
