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

export const Drawing = ({ shapes, ...props }: { shapes: Shapes } & SVGProps<SVGSVGElement>) =>
  createElement(
    'svg',
    { ...defaults, ...props },
    ...shapes.map(([name, attributes]) => createElement(name, attributes)),
  );
