/** Stories of the folder `landing/`. */
import { LinkButton, Text } from '@slipway/design-system';
import { BottomBar, CallToAction, Code, CodeWindow, Features, Hero } from '@slipway/design-system/landing';
import type { Story } from '../story';

const picture = (
  <CodeWindow
    title="Ask a deployed agent"
    request={
      <>
        <Code data-kind="command">curl</Code>{' '}
        <Code data-kind="text">&quot;$SLIPWAY/v1/chat/completions&quot;</Code>
      </>
    }
    answer={
      <>
        <Code data-kind="name">content</Code>: It left the warehouse this morning.{' '}
        <Code data-kind="quiet">…</Code>
      </>
    }
  />
);

const items = [
  {
    picture: 'zap',
    title: 'Instant Deployment',
    text: 'From a form to an address in seconds.',
    mark: 'Coming Soon',
  },
  { picture: 'globe', title: 'Global Marketplace', text: 'Your agents are listed for everyone.' },
  { picture: 'blocks', title: 'No Code Required', text: 'Describe it in plain English.' },
] as const;

export default {
  Hero: {
    'text and picture': () => (
      <Hero
        title="Deploy agents in seconds"
        text="One endpoint per agent, and one bill."
        actions={
          <LinkButton variant="primary" size="lg" href="#here">
            Browse agents
          </LinkButton>
        }
        picture={picture}
      />
    ),
  },
  CodeWindow: { default: () => picture },
  Features: {
    cards: () => <Features items={items} />,
    columns: () => <Features items={items} look="columns" />,
  },
  CallToAction: {
    default: () => (
      <CallToAction
        title="Build it with us"
        text="We are looking for early builders."
        action={
          <LinkButton variant="primary" href="#here">
            Schedule a call
          </LinkButton>
        }
      />
    ),
  },
  BottomBar: {
    default: () => (
      <BottomBar>
        <Text size="sm">© Slipway</Text>
      </BottomBar>
    ),
  },
} satisfies Story;
