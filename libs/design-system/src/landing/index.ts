/** Components of the landing page, in a separate entry so that other pages do not load them. */
export { BottomBar } from './BottomBar';
export { CallToAction, type CallToActionProps } from './CallToAction';
export { Code, CodeWindow, type CodeWindowProps } from './CodeWindow';
export { Features, type FeaturesProps, type Feature } from './Features';
export { Hero, type HeroProps } from './Hero';
