/** Renders components to HTML and CSS without a browser: for prerendered pages. */
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ServerStyleSheet, StyleSheetManager } from 'styled-components';

/** The text that styled-components writes between the styles of two components, for a page that takes them over. */
const markers = /data-styled\.g\d+\[id="[^"]*"\]\{content:"[^"]*"\}|\/\*!sc\*\//g;

/** The markup of an element, and the rules of all components in it. */
export function renderStatic(element: ReactElement): { html: string; css: string } {
  const sheet = new ServerStyleSheet();
  const html = renderToStaticMarkup(createElement(StyleSheetManager, { sheet: sheet.instance }, element));
  const css = sheet.instance.toString().replace(markers, '');
  sheet.seal();
  return { html, css };
}
