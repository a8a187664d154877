/** Prerenders the forms, as a visitor sees them first. The build runs it in Node (decision 071). */
import { printPages } from '@slipway/platform/prerender';
import { manifest } from '../slice.manifest';
import LoginPage from './routes/LoginPage';
import SignUpPage from './routes/SignUpPage';

void printPages(manifest, { '/login': <LoginPage />, '/signup': <SignUpPage /> });
