/**
 * The three computed styles that queries by role and clicks read. jsdom computes all properties of an element by the whole
 * sheet of the browser, again after each change of the page, which was most of the time of a component test.
 */
type Quick = 'display' | 'visibility' | 'pointer-events';

/** By their names in CSS and in scripts. */
const quick: ReadonlyMap<PropertyKey, Quick> = new Map([
  ['display', 'display'],
  ['visibility', 'visibility'],
  ['pointer-events', 'pointer-events'],
  ['pointerEvents', 'pointer-events'],
]);

const ownValue = (element: Element, name: Quick): string =>
  element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(name) : '';

function inherited(element: Element, name: Quick, initial: string): string {
  for (let one: Element | null = element; one; one = one.parentElement) {
    const value = ownValue(one, name);
    if (value && value !== 'inherit') return value;
  }
  return initial;
}

/** Everything that decides an element's display in the browser's sheet; undefined where other elements decide it too. */
function signature(element: Element): string | undefined {
  const { localName } = element;
  if (localName === 'summary' || element.hasAttribute('popover')) return undefined;
  return `${localName} ${['hidden', 'open', 'type'].map((name) => String(element.getAttribute(name))).join(' ')}`;
}

/** Once for a page, which test files share. */
export function quickenStyles(): void {
  const view = document.defaultView;
  if (!view || 'isQuick' in view.getComputedStyle) return;
  const compute = view.getComputedStyle.bind(view);
  const displays = new Map<string, string>();

  const displayOf = (element: Element): string => {
    const own = ownValue(element, 'display');
    if (own) return own;
    const key = signature(element);
    const known = key === undefined ? undefined : displays.get(key);
    if (known !== undefined) return known;
    const { display } = compute(element);
    if (key !== undefined) displays.set(key, display);
    return display;
  };
  const valueOf = (element: Element, name: Quick): string => {
    if (name === 'display') return displayOf(element);
    return inherited(element, name, name === 'visibility' ? 'visible' : 'auto');
  };

  const computeQuickly = (element: Element, pseudo?: string | null): CSSStyleDeclaration => {
    const hasRules = [...document.styleSheets].some(({ cssRules }) => cssRules.length > 0);
    if (pseudo || hasRules) return compute(element, pseudo);
    return new Proxy({} as CSSStyleDeclaration, {
      get(_target, property) {
        const name = quick.get(property);
        if (name) return valueOf(element, name);
        if (property === 'getPropertyValue') {
          return (asked: string) => {
            const one = quick.get(asked);
            return one ? valueOf(element, one) : compute(element).getPropertyValue(asked);
          };
        }
        const style = compute(element);
        const value: unknown = Reflect.get(style, property, style);
        return typeof value === 'function' ? (value.bind(style) as unknown) : value;
      },
    });
  };
  view.getComputedStyle = Object.assign(computeQuickly, { isQuick: true });
}
