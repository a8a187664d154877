/** Stories of the folder `layout/`. */
import { useState } from 'react';
import {
  Avatar,
  Brand,
  Button,
  Card,
  Divider,
  Grid,
  Heading,
  LandingSection,
  Link,
  Main,
  Page,
  PageSkeleton,
  SearchBox,
  Section,
  SkipLink,
  Stack,
  Text,
  Toolbar,
  TopBar,
} from '@slipway/design-system';
import type { Story } from '../story';

const cards = ['One', 'Two', 'Three', 'Four'].map((word) => (
  <Card key={word}>
    <Text>{word}</Text>
  </Card>
));

function Filtered() {
  const [value, setValue] = useState('');
  return (
    <Toolbar>
      <SearchBox label="Search deployments" value={value} onValueChange={setValue} />
      <Button>Newest first</Button>
    </Toolbar>
  );
}

export default {
  TopBar: {
    'brand and navigation': () => (
      <TopBar
        brand={<Brand href="#here">Slipway</Brand>}
        tools={<Button size="sm">Sign Out</Button>}
        end={<Avatar name="Mia Weber" size={26} />}
      >
        <nav aria-label="Main">
          <Link variant="nav" href="#here" aria-current="page">
            Dashboard
          </Link>
          <Link variant="nav" href="#here">
            Marketplace
          </Link>
        </nav>
      </TopBar>
    ),
  },
  Brand: { default: () => <Brand href="#here">Slipway</Brand> },
  SkipLink: { 'visible on focus': () => <SkipLink /> },
  Page: {
    working: () => (
      <Page
        title="Deployments"
        description="Your deployments, newest first."
        action={<Button variant="primary">New deployment</Button>}
      >
        <Text>The content.</Text>
      </Page>
    ),
    narrow: () => (
      <Page title="Sign in" width="narrow">
        <Text>A form.</Text>
      </Page>
    ),
  },
  PageSkeleton: { waiting: () => <PageSkeleton title="Marketplace" /> },
  Main: {
    'target of the skip link': () => (
      <Main>
        <Text>The main content.</Text>
      </Main>
    ),
  },
  Section: {
    'with an action or a description, and inside a dialog': () => (
      <Stack>
        <Section title="Usage by day" action={<Button size="sm">Export</Button>}>
          <Grid>{cards}</Grid>
        </Section>
        <Section title="Charges" description="Plan, monthly agents, calls and refunds of the current period.">
          <Card>None</Card>
        </Section>
        <Section level={3} gap="sm" title="Recent calls">
          <Text>No calls yet.</Text>
        </Section>
      </Stack>
    ),
  },
  LandingSection: {
    'plain and sunken': () => (
      <>
        <LandingSection title="Features" text="One sentence.">
          <Grid>{cards}</Grid>
        </LandingSection>
        <LandingSection title="Benefits" tone="sunken" action={<Button>View all</Button>}>
          <Grid>{cards}</Grid>
        </LandingSection>
      </>
    ),
  },
  Grid: {
    'as many columns as fit': () => <Grid min="10rem">{cards}</Grid>,
    busy: () => (
      <Grid min="10rem" busy>
        {cards}
      </Grid>
    ),
  },
  Stack: {
    'column and row': () => (
      <Stack>
        {cards.slice(0, 2)}
        <Stack direction="row" wrap>
          {cards}
        </Stack>
      </Stack>
    ),
  },
  Divider: { 'between alternatives': () => <Divider>or</Divider>, plain: () => <Divider /> },
  Toolbar: { 'search and sort': Filtered },
  Heading: {
    sizes: () => (
      <Stack gap="sm">
        {(['display', 'huge', 'xxl', 'xl', 'lg', 'md'] as const).map((size) => (
          <Heading key={size} level={3} size={size}>
            Deploy agents in seconds
          </Heading>
        ))}
      </Stack>
    ),
  },
} satisfies Story;
