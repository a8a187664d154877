/** The router's few names that pages use; sharing all of it would ship 50 KB that nobody needs. */
export { Outlet, ScrollRestoration, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
