/** Budgets in kilobytes of JavaScript as sent. A rise is a decision: raise the number in the same change, with its reason. */

/** Of a cold visit of a page. Visitors without a session load no auth client (decision 088). */
export const pageBudgets: Readonly<Record<string, number>> = {
  ...{ '/': 169, '/marketplace': 173, '/login': 168, '/signup': 168 },
  ...{ '/dashboard': 169, '/agents': 173, '/deployments': 172, '/billing': 183 },
};

/** Of a slice's own files on the first visit of a page of it: its container, the page and what the page shows at once. */
export const SLICE_BUDGET = 20;
