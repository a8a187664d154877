/** The foot of each page of a PDF: its number, and that of the invoice. */
import type PDFDocument from 'pdfkit';

/** Points from the lower edge of the page to the upper edge of the text. */
const HEIGHT = 36;

/** Adds `INV-2026-000041 · Page 2 of 3` to each page of several, in the current font. Screen readers skip artifacts. */
export function numberPages(
  document: InstanceType<typeof PDFDocument>,
  invoice: string,
  color: string,
): void {
  const { count } = document.bufferedPageRange();
  if (count === 1) return;
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(index);
    const { margins, width, height } = document.page;
    margins.bottom = 0; // text below the margin would begin another page
    document.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] }).fillColor(color);
    const text = `${invoice} · Page ${String(index + 1)} of ${String(count)}`;
    const line = { width: width - margins.left - margins.right, align: 'center', lineBreak: false } as const;
    document.text(text, margins.left, height - HEIGHT, line);
    document.endMarkedContent();
  }
}
