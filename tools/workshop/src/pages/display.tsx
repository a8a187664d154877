/** Stories of the folder `display/`. One file: a page of the workshop per folder of the design system. */
import {
  AgentCover,
  AgentIcon,
  Avatar,
  Badge,
  Card,
  CodeBlock,
  Distribution,
  GitHubMark,
  Grid,
  Icon,
  IconButton,
  type IconProps,
  FootLine,
  ItemCard,
  Keys,
  Link,
  ProgressBar,
  Rating,
  Stack,
  StatCard,
  StatusBadge,
  Table,
  Tabs,
  TagLink,
  Text,
  pictureColors,
} from '@slipway/design-system';
import type { Story } from '../story';

const tones = ['neutral', 'info', 'success', 'warning', 'danger'] as const;

const pictures: readonly IconProps['name'][] = [
  'arrowRight',
  'check',
  'close',
  'copy',
  'danger',
  'dark',
  'down',
  'download',
  'external',
  'info',
  'light',
  'menu',
  'more',
  'search',
  'sort',
  'star',
  'success',
  'system',
  'up',
  'warning',
];

const invoices = [
  { id: 'INV-0042', period: 'October 2026', messages: 18_204, amount: 36.41, status: 'active' },
  { id: 'INV-0041', period: 'September 2026', messages: 9_610, amount: 19.22, status: 'past_due' },
  { id: 'INV-0040', period: 'August 2026', messages: 120_448, amount: 240.9, status: 'canceled' },
];

const curl = `curl http://127.0.0.1:4200/v1/chat/completions \\
  -H "Authorization: Bearer $SLIPWAY_KEY" \\
  -d '{"messages": [{"role": "user", "content": "Where is my order?"}]}'`;

const agents = [
  ['Customer Support Bot', 'customer-service'],
  ['Sales Assistant', 'sales'],
  ['Content Creator', 'content'],
  ['Insight Analyst', 'analytics'],
  ['Meeting Planner', 'productivity'],
  ['Of a later category', 'law'],
] as const;

export default {
  AgentCover: {
    'by name': () => <AgentCover name="Sales Assistant" category="sales" />,
  },
  AgentIcon: {
    'by name and category': () => (
      <Stack direction="row" gap="md" wrap>
        {agents.map(([name, category]) => (
          <AgentIcon key={name} name={name} category={category} />
        ))}
      </Stack>
    ),
    'chosen colors, large': () => (
      <Stack direction="row" gap="md" wrap>
        {pictureColors.map((color) => (
          <AgentIcon key={color} name="Sales Assistant" category="sales" color={color} size={64} />
        ))}
      </Stack>
    ),
  },
  Avatar: {
    'initials and no name': () => (
      <Stack direction="row" gap="md" wrap>
        {['Mia Weber', 'jonas@example.com', 'أحمد', '👩‍🚀 Kim', undefined].map((name) => (
          <Avatar key={name ?? 'none'} name={name} size={40} />
        ))}
        {pictureColors.map((color) => (
          <Avatar key={color} name="Mia Weber" color={color} />
        ))}
      </Stack>
    ),
  },
  Keys: {
    'one and two': () => <Keys keys={['Ctrl', 'K']} />,
    'together and in order': () => (
      <Stack gap="sm">
        <Keys keys={['Ctrl', 'K']} separator="+" />
        <Keys keys={['G', 'D']} separator="then" />
      </Stack>
    ),
  },
  Badge: {
    tones: () => (
      <Stack direction="row" gap="sm" wrap>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Stack>
    ),
  },
  StatusBadge: {
    deployment: () => (
      <Stack direction="row" gap="sm" wrap>
        {['active', 'pending', 'deploying', 'failed', 'stopped', 'moved_away'].map((status) => (
          <StatusBadge key={status} kind="deployment" status={status} />
        ))}
      </Stack>
    ),
    subscription: () => (
      <Stack direction="row" gap="sm" wrap>
        {['active', 'trialing', 'past_due', 'canceled', 'incomplete'].map((status) => (
          <StatusBadge key={status} kind="subscription" status={status} />
        ))}
      </Stack>
    ),
  },
  Card: {
    plain: () => (
      <Card>
        <Text>Content of the card.</Text>
      </Card>
    ),
  },
  StatCard: {
    'values, and one loading': () => (
      <Grid min="13rem">
        <StatCard label="Total agents" value="12" hint="3 of them public" />
        <StatCard
          label="Active users"
          value="1,204"
          hint="in the last 30 days"
          icon={<Icon name="success" />}
        />
        <StatCard label="Revenue" value="$48,205.10" />
        <StatCard label="Interactions" value="" hint="in the last 30 days" busy />
      </Grid>
    ),
    'a long value': () => (
      <Grid min="6rem" count={3} gap="sm">
        <StatCard label="Charged" value="−$2,172,837.92" />
        <StatCard label="Calls" value="88888888" />
        <StatCard label="Earned" value="$0.00" />
      </Grid>
    ),
  },
  ItemCard: {
    'complete, and with a long title': () => (
      <Grid>
        <ItemCard
          title={<Link href="#here">Sales Outreach</Link>}
          aside={<Badge>$29/mo</Badge>}
          byline={
            <Text size="sm" tone="subtle">
              by Grace Hopper
            </Text>
          }
          footer={
            <>
              <Rating average={4.5} count={12} label="4.5 out of 5 from 12 reviews" />
              <IconButton label="Delete Sales Outreach" size="sm">
                <Icon name="delete" />
              </IconButton>
            </>
          }
        >
          <Text size="sm" tone="muted" lines={3} reserve>
            Writes outreach messages in your voice, and follows up until the lead replies.
          </Text>
        </ItemCard>
        <ItemCard title="Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft">
          <Text size="sm" tone="muted">
            Plain.
          </Text>
        </ItemCard>
        <ItemCard
          title="Two lines in the footer"
          footerLines={2}
          footer={
            <>
              <FootLine>
                <Rating average={4.5} count={12} label="4.5 out of 5 from 12 reviews" />
              </FootLine>
              <FootLine>
                <Badge>12,345 downloads</Badge>
              </FootLine>
            </>
          }
        >
          <Text size="sm" tone="muted">
            They are side by side where both fit.
          </Text>
        </ItemCard>
      </Grid>
    ),
  },
  Rating: {
    'with and without ratings': () => (
      <Stack direction="row" wrap>
        <Rating average={4.5} count={12} label="4.5 out of 5 from 12 reviews" />
        <Rating average={0} count={0} label="Not rated yet" />
        <Rating average={0} count={0} label="Not rated yet" empty="No reviews yet" />
      </Stack>
    ),
  },
  Distribution: {
    'of ratings': () => (
      <Distribution
        label="Ratings"
        rows={[
          { name: '5 stars', value: 12, description: '5 stars: 12 reviews' },
          { name: '4 stars', value: 3, description: '4 stars: 3 reviews' },
          { name: '3 stars', value: 0, description: '3 stars: no reviews' },
        ]}
      />
    ),
  },
  TagLink: {
    'link and current': () => (
      <Stack direction="row" gap="xs" wrap>
        <TagLink href="#support">support</TagLink>
        <TagLink href="#crm" current>
          crm
        </TagLink>
      </Stack>
    ),
  },
  ProgressBar: {
    tones: () => (
      <Stack>
        <ProgressBar label="Messages" value={2_100} max={10_000} valueText="2,100 of 10,000" />
        <ProgressBar label="Deployments" value={3} max={3} valueText="3 of 3" tone="success" />
        <ProgressBar label="API calls" value={82} tone="warning" />
        <ProgressBar label="Storage" value={140} tone="danger" valueText="14 of 10 GB" />
        <ProgressBar label="Agents" value={0} max={0} valueText="none" />
      </Stack>
    ),
  },
  Tabs: {
    'three tabs': () => (
      <Tabs
        label="The agent"
        tabs={[
          { id: 'about', label: 'About', panel: <Text>The creator's description.</Text> },
          { id: 'settings', label: 'Settings', panel: <Text>Model and prompt.</Text> },
          { id: 'usage', label: 'Usage and cost', panel: <Text>Calls and cost.</Text> },
        ]}
      />
    ),
  },
  Table: {
    'a name without spaces': () => (
      <Table
        caption="Agents with long names"
        rows={['W'.repeat(80), 'Sales Assistant']}
        rowKey={(name) => name}
        columns={[
          { id: 'name', header: 'Name', cell: (name) => name },
          { id: 'status', header: 'Status', cell: () => 'Published' },
          { id: 'updated', header: 'Last Updated', cell: () => 'Nov 28, 2026' },
        ]}
      />
    ),
    'sorted by amount': () => (
      <Table
        caption="Invoices"
        initialSort={{ column: 'amount', direction: 'descending' }}
        rows={invoices}
        rowKey={(row) => row.id}
        columns={[
          { id: 'id', header: 'Invoice', cell: (row) => row.id, sortBy: (row) => row.id },
          { id: 'period', header: 'Period', cell: (row) => row.period },
          {
            id: 'status',
            header: 'Status',
            cell: (row) => <StatusBadge kind="subscription" status={row.status} />,
          },
          {
            id: 'messages',
            header: 'Messages',
            align: 'end',
            cell: (row) => row.messages.toLocaleString('en'),
            sortBy: (row) => row.messages,
          },
          {
            id: 'amount',
            header: 'Amount',
            align: 'end',
            cell: (row) => `$${row.amount.toFixed(2)}`,
            sortBy: (row) => row.amount,
          },
        ]}
      />
    ),
  },
  CodeBlock: {
    'with copy': () => <CodeBlock label="Example request" code={curl} />,
    'a long command': () => (
      <CodeBlock
        label="Command"
        code="npx slipway rollback billing --env production --to 43 --reason 'The page of invoices is empty for signed-in users'"
      />
    ),
  },
  GitHubMark: {
    'next to its name': () => (
      <Stack direction="row" gap="sm">
        <GitHubMark />
        <Text>GitHub</Text>
      </Stack>
    ),
  },
  Icon: {
    'all icons': () => (
      <Stack direction="row" wrap>
        {pictures.map((name) => (
          <Icon key={name} name={name} label={name} size={20} />
        ))}
      </Stack>
    ),
  },
} satisfies Story;
