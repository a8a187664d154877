/** Draws an icon of Lucide. */
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- projects that import this one need the types, too
/// <reference path="./lucide.d.ts" />
import { createElement, type SVGProps } from 'react';

/** Names of SVG elements, and their attributes. */
export type Shapes = readonly (readonly [name: string, attributes: Readonly<Record<string, string>>])[];

const defaults = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** The paths of a drawing are one element, because a page may have a hundred icons. Paths have no attribute but `d`. */
export function Drawing({ shapes, ...props }: { shapes: Shapes } & SVGProps<SVGSVGElement>) {
  const paths = shapes.filter(([name]) => name === 'path').map(([, { d }]) => d);
  return (
    <svg {...defaults} {...props}>
      {/* A path may start with a relative move: each starts at 0 0, not at the end of the one before. */}
      {paths.length > 0 && <path d={paths.join('M0 0')} />}
      {shapes.map(
        ([name, attributes], index) => name !== 'path' && createElement(name, { key: index, ...attributes }),
      )}
    </svg>
  );
}
