/** What the first page is built of. */
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
  { picture: 'globe', title: 'Global Marketplace', text: 'Found by everybody who looks.' },
  { picture: 'blocks', title: 'No Code Required', text: 'Plain words are enough.' },
] as const;

export default {
  Hero: {
    'words and a picture': () => (
      <Hero
        title="Deploy agents in seconds"
        text="One address for each, and a bill that adds up."
        actions={
          <LinkButton variant="primary" size="lg" href="#here">
            Browse agents
          </LinkButton>
        }
        picture={picture}
      />
    ),
  },
  CodeWindow: { alone: () => picture },
  Features: {
    cards: () => <Features items={items} />,
    columns: () => <Features items={items} look="columns" />,
  },
  CallToAction: {
    alone: () => (
      <CallToAction
        title="Build it with us"
        text="The founder is looking for people who build."
        action={
          <LinkButton variant="primary" href="#here">
            Schedule a call
          </LinkButton>
        }
      />
    ),
  },
  BottomBar: {
    alone: () => (
      <BottomBar>
        <Text size="sm">© Slipway</Text>
      </BottomBar>
    ),
  },
} satisfies Story;
