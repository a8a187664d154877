/** The PDF of an invoice: its text, its tags, its pages, and names in other scripts. One file: its tests share one invoice. */
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import type { Invoice } from './invoice';
import { invoicePdf } from './pdf';

const line = (values: Partial<Invoice['lines'][number]>): Invoice['lines'][number] => ({
  ...{ kind: 'call', item: 'Teller', deployment: 'my-bot', quantity: 1, amount: '1', tax: '0', tax_rate: 0 },
  ...{ starts_at: null, ends_at: null, refunded_at: null, reason: null },
  ...values,
});
const invoice: Invoice = {
  ...{ number: 'INV-2026-000041', kind: 'invoice', corrects: null, issued_at: '2026-11-01T00:10:00Z' },
  ...{ period_start: '2026-10-01T00:00:00Z', period_end: '2026-11-01T00:00:00Z' },
  issuer: { name: 'Slipway', address: '1 Quay Street\nPort Haven', tax_id: 'XX 123', email: '' },
  recipient: { name: 'Łukasz Ελλάς Дмитрий', email: 'l@example.com' },
  ...{ total: '41.232505', tax: '6.58334113025', state: 'open', paid: '29' },
  lines: [
    line({
      ...{ kind: 'plan', item: 'Pro', deployment: null, amount: '29', tax: '4.63025210084', tax_rate: 0.19 },
      ...{ starts_at: '2026-10-10T00:00:00Z', ends_at: '2026-11-10T00:00:00Z' },
    }),
    line({ quantity: 1204, amount: '12.232505', tax: '1.95308902941', tax_rate: 0.19 }),
  ],
};
const textOf = async (document: Invoice) =>
  (await extractText(await getDocumentProxy(await invoicePdf(document)), { mergePages: true })).text;

test('it says who owes what to whom, exactly, in any script of Europe', async () => {
  const text = await textOf(invoice);
  for (const part of [
    ...[
      'Invoice INV-2026-000041',
      'Slipway',
      'Port Haven',
      'Tax ID XX 123',
      'Łukasz Ελλάς Дмитрий',
      'l@example.com',
    ],
    ...[
      'Oct 1, 2026 – Oct 31, 2026',
      'Plan Pro (Oct 10, 2026 – Nov 9, 2026)',
      'my-bot: calls of Teller',
      '1204',
    ],
    ...['19%', '$12.232505', 'Net: $34.64916386975', 'Tax: $6.58334113025', 'Total: $41.232505'],
    'Total in whole cents: $41.23',
    'State: Open',
    'Paid so far: $29.00',
  ]) {
    expect(text).toContain(part);
  }
});

test('it has no taxes without one, and no second total for whole cents', async () => {
  const lines = [line({ amount: '29' })];
  const issuer = { ...invoice.issuer, tax_id: '', email: 'billing@example.com' };
  const text = await textOf({ ...invoice, issuer, total: '29', tax: '0.000', lines, state: 'paid' });
  for (const part of ['billing@example.com', 'Total: $29.00', 'State: Paid', 'Paid so far: $29.00'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/Tax|Net|whole cents|Deleted account|Corrects/);
  expect(text.replace(/\s+/g, ' ')).toContain(
    'Charges Description Quantity Amount my-bot: call of Teller 1 $29.00',
  );
});

test('one line with a tax gives all lines the columns of taxes', async () => {
  const lines = [line({ amount: '3' }), line({ amount: '11.9', tax: '1.9', tax_rate: 0.19 })];
  const text = await textOf({ ...invoice, lines, total: '14.9', tax: '1.9' });
  expect(text.replace(/\s+/g, ' ')).toContain(
    'Description Quantity Tax rate Tax Amount my-bot: call of Teller 1 $0.00 $3.00 my-bot: call of Teller 1 19% $1.90 $11.90',
  );
});

test('a credit note names its invoice, and has no payment', async () => {
  const amounts = { amount: '-29.005', tax: '-4.631', tax_rate: 0.19 };
  const text = await textOf({
    ...{ ...invoice, kind: 'credit_note', number: 'CN-2026-000002', corrects: 'INV-2026-000041' },
    ...{ total: amounts.amount, tax: amounts.tax, lines: [line(amounts)], state: null, paid: null },
  });
  for (const part of [
    ...['Credit note CN-2026-000002', 'Corrects invoice INV-2026-000041'],
    ...['Net: −$24.374', 'Total: −$29.005', 'Total in whole cents: −$29.01'],
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toMatch(/State|Paid|Invoice CN/);
});

test('names in other scripts are in Latin letters, and boxes are nowhere', async () => {
  const lines = [line({ deployment: '客服机器人', item: 'राहुल 😀' })];
  const recipient = { name: '王明', email: 'w@example.com' };
  const issuer = { ...invoice.issuer, name: '김철수', address: '東京\n1 Quay Street' };
  const bytes = await invoicePdf({ ...invoice, issuer, recipient, lines });
  const file = Buffer.from(bytes).toString('latin1');
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
  for (const part of ['WangMing', 'KeFuJiQiRen: call of rahul', 'GimCheolSu', 'DongJing', '1 Quay'])
    expect(text).toContain(part);
  // The glyph for a letter that the font lacks, or a letter that it would stand for.
  expect(text).not.toMatch(/[\0\uFFFD\p{Script=Han}\p{Script=Devanagari}\p{Script=Hangul}]/u);
  // The name itself, for screen readers, in UTF-16.
  const name = Buffer.from('王明', 'utf16le').swap16().toString('latin1');
  expect(file).toContain(`/ActualText (\xfe\xff${name})`);
});

test('it is tagged: a title, headings, and a table with a header', async () => {
  const document = await getDocumentProxy(await invoicePdf(invoice));
  const { info } = await document.getMetadata();
  expect(info).toMatchObject({ Title: 'Invoice INV-2026-000041', Language: 'en' });
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
  // The window shows the title instead of the name of the file.
  expect(await document.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true });
  const tree = JSON.stringify(await (await document.getPage(1)).getStructTree());
  const roles = [...tree.matchAll(/"role":"(\w+)"/g)].map(([, role]) => role);
  expect(roles.filter((role) => role === 'H1')).toHaveLength(1);
  expect(roles.filter((role) => role === 'TH')).toHaveLength(5);
  expect(roles.filter((role) => role === 'TR')).toHaveLength(3);
});

const long: Invoice = {
  ...invoice,
  lines: Array.from({ length: 80 }, (_, index) => line({ deployment: `bot-${String(index)}` })),
};

test('each of several pages has the number of the invoice and its own, which screen readers skip', async () => {
  const document = await getDocumentProxy(await invoicePdf(long));
  const { text, totalPages } = await extractText(document);
  expect(totalPages).toBe(3);
  expect(text.map((page) => /INV\S+ · Page.*$/m.exec(page)?.[0])).toEqual([
    'INV-2026-000041 · Page 1 of 3',
    'INV-2026-000041 · Page 2 of 3',
    'INV-2026-000041 · Page 3 of 3',
  ]);
  for (let number = 1; number <= totalPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const artifact = items.findLastIndex((item) => 'tag' in item && item.tag === 'Artifact');
    const texts = items
      .slice(artifact)
      .flatMap((item) => ('str' in item && item.str !== '' ? [item.str] : []));
    expect(texts.join('')).toBe(text[number - 1]?.split('\n').at(-1));
  }
});

test('the table has its head on each of its pages, and once for screen readers', async () => {
  const bytes = await invoicePdf(long);
  const file = Buffer.from(bytes).toString('latin1');
  expect(file.match(/\/S \/TH\b/g)).toHaveLength(3);
  expect(file.match(/\/S \/TR\b/g)).toHaveLength(81);
  const document = await getDocumentProxy(bytes);
  const { text } = await extractText(document);
  const rows = text.map((page) => page.split('\n').filter((one) => /^(?:Description|bot-\d)/.test(one)));
  expect(rows.map(([first]) => first)).toEqual(Array.from(text, () => 'Description Quantity Amount'));
  expect(rows.flat().filter((one) => one.startsWith('bot-'))).toHaveLength(80);
  for (let number = 1; number <= text.length; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const heightOf = (start: string): number => {
      const found = items.find((item) => 'str' in item && item.str.startsWith(start));
      return found && 'transform' in found ? ((found.transform as number[])[5] ?? 0) : 0;
    };
    // A row is 20 points high, and none is on the head.
    expect(heightOf('Description') - heightOf('bot-')).toBeGreaterThan(18);
    if (number > 1) expect(items.find((item) => 'tag' in item)).toMatchObject({ tag: 'Artifact' });
  }
});

test('a page with the totals only has no head of the table', async () => {
  const counts = Array.from({ length: 12 }, (_, index) => 24 + index);
  const last = await Promise.all(
    counts.map(async (count) => {
      const lines = Array.from({ length: count }, (_, index) => line({ deployment: `bot-${String(index)}` }));
      const { text } = await extractText(await getDocumentProxy(await invoicePdf({ ...invoice, lines })));
      return text.at(-1) ?? '';
    }),
  );
  const totalsOnly = last.filter((page) => !page.includes('bot-'));
  expect(totalsOnly.length).toBeGreaterThan(0);
  for (const page of totalsOnly) expect(page).not.toContain('Description');
});

test('a single page has no number', async () => {
  expect(await textOf(invoice)).not.toContain('Page');
});

test('many lines continue on the next page; a deleted account has no name', async () => {
  const lines = Array.from({ length: 80 }, (_, index) => line({ deployment: `bot-${String(index)}` }));
  const bytes = await invoicePdf({ ...invoice, lines, recipient: { name: null, email: null } });
  const { totalPages, text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
  expect(totalPages).toBeGreaterThan(1);
  for (const part of ['bot-0:', 'bot-79:', 'Deleted account']) expect(text).toContain(part);
  expect(text).not.toContain('more charge');
});

test('beyond 300 lines, one row has the exact sum of the others', async () => {
  const lines = Array.from({ length: 1_000 }, (_, index) =>
    line({ deployment: `bot-${String(index)}`, quantity: 3, amount: '0.1', tax: '0.0159', tax_rate: 0.19 }),
  );
  const text = await textOf({ ...invoice, lines });
  expect(text).toContain('bot-299:');
  expect(text).not.toContain('bot-300:');
  expect(text.replace(/\s+/g, ' ')).toMatch(/700 more charges, .* 2100 \$11\.13 \$70\.00/);
});

test('one line beyond 300 has its own row', async () => {
  const lines = Array.from({ length: 301 }, (_, index) => line({ deployment: `bot-${String(index)}` }));
  const text = await textOf({ ...invoice, lines });
  expect(text).toContain('bot-300:');
  expect(text).not.toContain('more charge');
});

test('the same invoice gives the same file', async () => {
  expect(await invoicePdf(invoice)).toEqual(await invoicePdf(invoice));
  expect(await invoicePdf(long)).toEqual(await invoicePdf(long));
});
