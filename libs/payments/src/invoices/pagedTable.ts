/** A table of a PDF with its head on each page. PDFKit continues a table on the next page without its head. */
import type PDFDocument from 'pdfkit';

type Cells = Parameters<PDFKit.Mixins.PDFTableObject['row']>[0];

/**
 * Writes the table at the document's current position. Adds it to `structParent` with one head; the repeated heads are
 * artifacts.
 */
export function writeTable(
  document: InstanceType<typeof PDFDocument>,
  structParent: object,
  style: PDFKit.Mixins.TableOptions,
  { head, rows }: { head: Cells; rows: readonly Cells[] },
): void {
  const start = document.y;
  const tags: object = { structParent }; // not in the package's types
  const table = document.table({ ...style, ...tags }).row(head);
  const height = document.y - start;
  // PDFKit starts the rows of a page at the upper margin of the previous page.
  const leaveRoom = () => (document.page.margins.top += height);
  const repeatHead = () => {
    const { left: x, top: y } = document.page.margins;
    document.markContent('Artifact', { type: 'Pagination', attached: ['Top'] });
    document
      .table({ ...style, position: { x, y } })
      .row(head)
      .end();
    document.endMarkedContent();
    leaveRoom();
  };
  leaveRoom();
  document.on('pageAdded', repeatHead);
  for (const row of rows) table.row(row);
  table.end();
  document.off('pageAdded', repeatHead);
}
