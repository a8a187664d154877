/** The design tokens. Each is a CSS variable of theme.css, so a theme change re-renders nothing. */

type Group<Name extends string> = Readonly<Record<Name, string>>;

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const group = <Name extends string>(prefix: string, ...names: Name[]): Group<Name> =>
  Object.fromEntries(names.map((name) => [name, `var(--${prefix}-${kebab(name)})`])) as Group<Name>;

// oxfmt-ignore
export const token = {
  color: group('color',
    'canvas', 'surface', 'surfaceSunken', 'surfaceRaised', 'surfaceHover', 'skeleton', 'skeletonShine',
    'border', 'borderStrong', 'borderControl', 'text', 'textMuted', 'textSubtle',
    'accent', 'accentHover', 'onAccent', 'accentText', 'accentSurface', 'accentBorder', 'danger', 'dangerHover',
    'neutralText', 'neutralSurface', 'neutralBorder', 'infoText', 'infoSurface', 'infoBorder',
    'successText', 'successSurface', 'successBorder', 'warningText', 'warningSurface', 'warningBorder',
    'dangerText', 'dangerSurface', 'dangerBorder', 'star', 'chartFirst', 'chartSecond', 'chartThird', 'focus', 'shade', 'scrim'),
  font: group('font', 'sans', 'mono'),
  text: group('text', 'xs', 'sm', 'md', 'lg', 'xl', 'xxl', 'huge', 'display'),
  space: group('space', 'xxs', 'xs', 'sm', 'md', 'lg', 'xl', 'xxl', 'huge', 'vast', 'gutter'),
  size: group('size', 'controlSm', 'controlMd', 'controlLg', 'bar', 'content'),
  radius: group('radius', 'sm', 'md', 'lg', 'xl', 'pill'),
  shadow: group('shadow', 'sm', 'md', 'lg'),
  motion: group('motion', 'fast', 'base', 'ease'),
} as const;

export type Space = keyof typeof token.space;
