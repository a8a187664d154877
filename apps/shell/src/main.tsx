/**
 * Entry point. Evaluates the app after the script itself: to look up the lines of an error that is created while a
 * script runs, Chromium parses all of the script again, and React creates five.
 */
import '@slipway/design-system/theme.css';
import './start.css';
import './icon.svg';
import { paintFirst } from './paintFirst';

paintFirst(() => void import(/* webpackMode: "eager" */ './app'));
