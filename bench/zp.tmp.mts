import { chromium } from 'playwright';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
const origin = 'http://127.0.0.1:4390';
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
await context.addInitScript('globalThis.__name = (named) => named');
const page = await context.newPage();
await page.addInitScript(() => {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const hit = typeof init?.body === 'string' && init.body.includes('"suport bot"');
    if (hit) (window as any).sent = performance.now();
    const response = await fetch(input, init);
    if (hit) { (window as any).answered = performance.now(); const j = response.json.bind(response); }
    return response;
  };
});
const q = (v: number[], s: number) => [...v].sort((a,b)=>a-b)[Math.floor(v.length*s)]!.toFixed(0);
for (const delay of [200, 90]) {
  const rows: number[][] = [];
  for (let run = 0; run < Number(process.argv[2] ?? 15) + 2; run += 1) {
    await page.goto(`${origin}/marketplace`);
    await page.getByText(/Showing 48 of/).waitFor();
    await page.evaluate(() => {
      const state: any = { key: 0, shown: 0, frames: 0 };
      Object.assign(window, { bench: state });
      document.addEventListener('keydown', () => { state.key = performance.now(); state.shown = 0; });
      const look = () => {
        const ok = 'answered' in window && document.querySelector('main ul[aria-busy="false"] article, main ul:not([aria-busy]) article');
        if (state.shown === 0 && ok) state.shown = performance.now();
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.getByRole('searchbox').pressSequentially('suport bot', { delay });
    const h = await page.waitForFunction(() => { const b = (window as any).bench; return b.shown > 0 && [ (window as any).sent - b.key, (window as any).answered - b.key, b.shown - b.key ]; });
    if (run > 1) rows.push(await h.jsonValue() as number[]);
  }
  for (const [i, n] of ['sent', 'answered', 'shown'].entries()) console.log(delay, n, [0, .25, .5, .75, .95].map((s) => q(rows.map((r) => r[i]!), s)).join(' '));
}
await browser.close();
