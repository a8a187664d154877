/** Budgets in kilobytes of JavaScript as sent. A rise is a decision: raise the number in the same change, with its reason. */

/** Of a cold visit of a page. Visitors without a session load no auth client (decision 088). */
export const pageBudgets: Readonly<Record<string, number>> = {
  ...{ '/': 165, '/marketplace': 169, '/login': 164, '/signup': 164 },
  ...{ '/dashboard': 165, '/agents': 169, '/deployments': 168, '/billing': 179 },
};

/** Of a slice's own files on the first visit of a page of it: its container, the page and what the page shows at once. */
export const SLICE_BUDGET = 20;
