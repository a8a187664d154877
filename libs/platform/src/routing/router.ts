/** The parts of the router that pages use. Sharing the whole package would add 50 KB of unused code. */
export { Outlet, ScrollRestoration, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
