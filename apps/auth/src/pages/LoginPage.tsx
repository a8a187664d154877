import { Page } from '@slipway/design-system';
export default function LoginPage() {
  return <Page title="Sign In">x</Page>;
}
