/** The reports that the documents of a page send about their health. */
import type { Page } from '@playwright/test';
import type { HealthBeacon, HealthEvent } from '@slipway/contracts';

/**
 * Keeps the health reports of the page's documents. Resolves to a function that ends the last report, and returns
 * all events.
 */
export async function healthReports(page: Page): Promise<() => Promise<HealthEvent[]>> {
  const key = 'e2e.reports';
  await page.addInitScript((key) => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      sessionStorage.setItem(key, `${sessionStorage.getItem(key) ?? ''}${String(body)}\n`);
      return send(url, body);
    };
  }, key);
  return async () => {
    const kept = await page.evaluate((key) => {
      window.dispatchEvent(new Event('pagehide'));
      return sessionStorage.getItem(key) ?? '';
    }, key);
    const reports = kept.split('\n').slice(0, -1);
    return reports.flatMap((report) => (JSON.parse(report) as HealthBeacon).events);
  };
}
