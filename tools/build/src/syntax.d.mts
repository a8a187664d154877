import type { Node } from 'oxc-parser';

export declare const partsOf: (node: Node) => Node[];
export declare function visit(
  source: string,
  enter: (node: Node) => unknown,
  name?: string,
): string | undefined;
export declare const replaced: (
  source: string,
  changes: [start: number, end: number, text: string][],
) => string;
