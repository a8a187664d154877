/** Budgets in kilobytes of JavaScript as sent. A rise is a decision: raise the number in the same change, with its reason. */

/** Of a cold visit of a page. Visitors without a session load no auth client (decision 088). */
export const pageBudgets: Readonly<Record<string, number>> = {
  ...{ '/': 163, '/marketplace': 165, '/login': 161, '/signup': 161 },
  ...{ '/dashboard': 162, '/agents': 166, '/deployments': 165, '/billing': 173 },
};

/** Of a slice's own files on the first visit of a page of it: its container, the page and what the page shows at once. */
export const SLICE_BUDGET = 20;
