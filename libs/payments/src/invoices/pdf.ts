/**
 * An invoice as PDF. It is tagged, so that screen readers find headings and table cells. Its embedded fonts have the
 * scripts of Europe; text in other scripts is transliterated. It contains no images.
 */
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { dollarsOf, exactDollars, minus, plus, toCents } from './amounts';
import type { Invoice, InvoiceLine } from './invoice';
import { latinText } from './latinText';
import { writeTable } from './pagedTable';
import { numberPages } from './pageNumbers';
import { dayOf, descriptionOf, percent, periodOf } from './text';

const { resolve } = createRequire(import.meta.url);
/** The container has these two files beside its bundle: `apps/gateway/Containerfile`. */
const fontFiles = () => ({
  regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
});

/** Points. */
const MARGIN = 56;
const SIZE = { title: 18, heading: 11, text: 9 };
const GRAY = '#555555';
/** More rows would block the process for more than a second. */
const MAX_LINES = 300;

/** Not in the package's types. */
const accessible: object = { subset: 'PDF/UA' };

/** The state when the file was created. */
const STATES = { paid: 'Paid', open: 'Open', failed: 'Payment failed' } as const;

/** The font of the text that is written next. Not in the package's types. */
interface WithFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

type Tag = 'H1' | 'H2' | 'P';

/** A document with a structure tree. `write` adds a paragraph or a heading to it. */
function open(title: string, issuedAt: string) {
  const fonts = fontFiles();
  const document = new PDFDocument({
    ...{ size: 'A4', margin: MARGIN, bufferPages: true },
    ...{ pdfVersion: '1.7', tagged: true, displayTitle: true, lang: 'en' },
    ...accessible,
    font: fonts.regular,
    // The same invoice in the same state gives the same file.
    info: { Title: title, CreationDate: new Date(issuedAt) },
  });
  const root = document.struct('Document');
  document.addStructure(root);
  const shown = (text: string) => {
    const { font } = (document as unknown as WithFont)._font;
    return latinText(text, (codePoint) => font.hasGlyphForCodePoint(codePoint));
  };
  const write = (tag: Tag, text: string, { size = SIZE.text, isBold = false, color = 'black' } = {}) => {
    document.font(isBold ? fonts.bold : fonts.regular).fontSize(size);
    const latin = shown(text);
    // Screen readers and copied text get the original.
    const options = latin === text ? {} : { actual: text };
    root.add(document.struct(tag, options, () => void document.fillColor(color).text(latin)));
  };
  return { document, root, write, shown, fonts };
}

const totalsOf = ({ total, tax }: Invoice): [name: string, amount: string][] => {
  const due = dollarsOf(toCents(total));
  return [
    ...(Number(tax) === 0
      ? []
      : ([
          ['Net', exactDollars(minus(total, tax))],
          ['Tax', exactDollars(tax)],
        ] as [string, string][])),
    ['Total', exactDollars(total)],
    // Calls can cost fractions of a cent.
    ...(exactDollars(total) === due ? [] : ([['Total in whole cents', due]] as [string, string][])),
  ];
};

interface Row {
  description: string;
  quantity: number;
  /** Undefined for the sum of several lines. */
  taxRate?: number;
  tax: string;
  amount: string;
}

/** A row for each line. Above `MAX_LINES`, the last row is the sum of the other lines, unless that is a single line. */
function rowsOf(lines: readonly InvoiceLine[]): Row[] {
  const count = lines.length === MAX_LINES + 1 ? lines.length : MAX_LINES;
  const rows = lines.slice(0, count).map((line): Row => {
    const { quantity, tax, tax_rate: taxRate, amount } = line;
    return { description: descriptionOf(line), quantity, taxRate, tax, amount };
  });
  const others = lines.slice(count);
  if (others.length === 0) return rows;
  const first: Row = {
    description: `${String(others.length)} more charges, which the CSV file of this invoice lists`,
    ...{ quantity: 0, tax: '0', amount: '0' },
  };
  const sum = others.reduce(
    (row, { quantity, tax, amount }) => ({
      ...row,
      ...{ quantity: row.quantity + quantity, tax: plus(row.tax, tax), amount: plus(row.amount, amount) },
    }),
    first,
  );
  return [...rows, sum];
}

/** Writes an invoice as a PDF. Returns the bytes of the file. */
export async function invoicePdf(invoice: Invoice): Promise<Uint8Array> {
  const { kind, number, corrects, issuer, recipient, lines } = invoice;
  const title = `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`;
  const { document, root, write, shown, fonts } = open(title, invoice.issued_at);
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });

  write('H1', title, { size: SIZE.title, isBold: true });
  document.moveDown();
  write('P', issuer.name, { isBold: true });
  for (const text of [issuer.address, issuer.email, issuer.tax_id && `Tax ID ${issuer.tax_id}`]) {
    if (text) write('P', text, { color: GRAY });
  }
  document.moveDown();
  write('H2', 'Billed to', { size: SIZE.heading, isBold: true });
  for (const text of [recipient.name, recipient.email]) if (text) write('P', text);
  if (recipient.email === null) write('P', 'Deleted account');
  document.moveDown();
  if (corrects !== null) write('P', `Corrects invoice ${corrects}`);
  write('P', `Date of issue: ${dayOf(invoice.issued_at)}`);
  write('P', `Period: ${periodOf(invoice.period_start, invoice.period_end)} (UTC)`);
  document.moveDown();

  write('H2', 'Charges', { size: SIZE.heading, isBold: true });
  document.moveDown(0.5);
  const hasTax = lines.some(({ tax_rate }) => tax_rate !== 0);
  const header = ['Description', 'Quantity', ...(hasTax ? ['Tax rate', 'Tax'] : []), 'Amount'];
  const end = { align: { x: 'right', y: 'top' } } as const;
  document.font(fonts.regular).fontSize(SIZE.text);
  const style: PDFKit.Mixins.TableOptions = {
    columnStyles: ['*', 60, ...(hasTax ? [60, 90] : []), 90],
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: '#bbbbbb', padding: 5 },
    rowStyles: (row: number) =>
      row === 0 ? { type: 'TH', scope: 'Column', backgroundColor: '#f2f2f2' } : {},
  };
  writeTable(document, root, style, {
    head: header.map((text, column) => ({ text, ...(column === 0 ? {} : end) })),
    rows: rowsOf(lines).map(({ description, quantity, taxRate, tax, amount }) => [
      { text: shown(description) },
      { text: String(quantity), ...end },
      ...(hasTax
        ? [
            { text: taxRate === undefined ? '' : percent(taxRate), ...end },
            { text: exactDollars(tax), ...end },
          ]
        : []),
      { text: exactDollars(amount), ...end },
    ]),
  });
  document.moveDown();
  for (const [name, amount] of totalsOf(invoice)) {
    write('P', `${name}: ${amount}`, { isBold: name === 'Total', size: SIZE.heading });
  }
  if (invoice.state !== null) {
    write('P', `State: ${STATES[invoice.state]}`);
    write('P', `Paid so far: ${dollarsOf(toCents(invoice.paid ?? '0'))}`);
  }
  document.moveDown();
  write('P', 'Amounts are in US dollars and include tax. Days and months are UTC.', { color: GRAY });

  root.end();
  document.font(fonts.regular).fontSize(SIZE.text);
  numberPages(document, number, GRAY);
  document.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}
