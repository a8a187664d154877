/**
 * Entry point. Evaluates the app after the script itself: Chromium parses all of a script again to look up the lines of an
 * error that is made while it runs, and React makes five.
 */
import '@slipway/design-system/theme.css';
import './start.css';
import './icon.svg';
import { paintFirst } from './paintFirst';

paintFirst(() => void import(/* webpackMode: "eager" */ './app'));
