/** Prepares rendered markup for a document: styles without attributes, short class names, and controls that wait for the app. */

/** The output of a module of pages, for each. */
export interface Rendered {
  html: string;
  css: string;
}

/** A start tag as React writes it: `name="value"`, values escaped. */
const startTag = /<([a-z][a-z0-9]*)((?: [A-Za-z:-]+(?:="[^"]*")?)*)(\/?)>/g;
const attribute = / ([A-Za-z:-]+)(?:="([^"]*)")?/g;

/** Controls, which do nothing until the app has started. */
const controls = new Set(['button', 'input', 'select', 'textarea']);

/**
 * The parts of a form that work before the app has started: text fields, whose text the app takes over, and the submit
 * button, which the app presses again. Until then, a form sends nothing: `method="dialog"` has no effect outside a
 * dialog.
 */
const isTakenOver = (name: string, attributes: string) =>
  (name === 'input' &&
    / name="/.test(attributes) &&
    / type="(?:text|email|password|search)"/.test(attributes)) ||
  (name === 'button' && attributes.includes(' type="submit"'));

const unescape = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Class names that only documents have: those of the app are hashes, and never collide with them. */
function shortNames(prefix: string): (name: string) => string {
  const names = new Map<string, string>();
  return (name) => {
    const known = names.get(name) ?? `${prefix}${names.size.toString(36)}`;
    names.set(name, known);
    return known;
  };
}

/** A rule for a control that cannot be used: until the app has started, all look as if they could. */
const withoutDisabled = (css: string) =>
  css.replace(/([^{}]*):disabled([^{}]*)\{[^{}]*\}/g, (rule, before: string, after: string) => {
    const kept = `${before}:disabled${after}`
      .split(',')
      .filter((selector) => !selector.includes(':disabled'));
    return kept.length > 0 ? kept.join(',') + rule.slice(rule.indexOf('{')) : '';
  });

/** The page in the form of a document: its markup, and all its styles. `prefix` is a part of the names of its classes. */
export function forDocument({ html, css }: Rendered, prefix = ''): Rendered {
  const used = new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name));
  const classOf = shortNames(`pre-${prefix}`);
  const inlineOf = shortNames(`pre-${prefix}style-`);
  const inline = new Map<string, string>();
  const renamed = new Map<string, string>();

  const markup = html.replace(startTag, (_tag, name: string, attributes: string, end: string) => {
    const kept: string[] = [];
    const classes: string[] = [];
    for (const [text, key, value = ''] of attributes.matchAll(attribute)) {
      if (key === 'class') {
        for (const one of value.split(' ').filter((found) => used.has(found))) {
          renamed.set(one, classOf(one));
          classes.push(classOf(one));
        }
      } else if (key === 'style') {
        const declarations = unescape(value);
        inline.set(inlineOf(declarations), declarations);
        classes.push(inlineOf(declarations));
      } else kept.push(text);
    }
    const isDisabled = controls.has(name) && !isTakenOver(name, attributes);
    if (isDisabled && !attributes.includes(' disabled=')) kept.push(' disabled=""');
    if (name === 'form') kept.push(' method="dialog"');
    const list = classes.length > 0 ? ` class="${classes.join(' ')}"` : '';
    return `<${name}${list}${kept.join('')}${end}>`;
  });
  const rules = [...inline].map(([name, declarations]) => `.${name}.${name}.${name}{${declarations}}`);
  const styles = withoutDisabled(css).replace(/\.([A-Za-z_][\w-]*)/g, (text, name: string) =>
    renamed.has(name) ? `.${renamed.get(name) ?? name}` : text,
  );
  return { html: markup, css: styles + rules.join('') };
}
