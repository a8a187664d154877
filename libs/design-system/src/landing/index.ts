/** What the landing page alone is built of: an entry point of its own, so that no other page carries it. */
export { BottomBar } from './BottomBar';
export { CallToAction, type CallToActionProps } from './CallToAction';
export { Code, CodeWindow, type CodeWindowProps } from './CodeWindow';
export { Features, type FeaturesProps, type Feature } from './Features';
export { Hero, type HeroProps } from './Hero';
