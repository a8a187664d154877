/** The starting points for a new agent, and the link to the shared conversations. */
import { Button, Grid, Heading, Stack, Text } from '@slipway/design-system';
import { TemplateCard } from '../../components/TemplateCard';
import { t as shared } from '../../messages';
import { t } from './messages';
import { type Template, templates } from './templates';

interface TemplateListProps {
  onConfigure: (template: Template) => void;
  onTest: (template: Template) => void;
  /** Opens the shared conversations. */
  onShared: () => void;
}

export const TemplateList = ({ onConfigure, onTest, onShared }: TemplateListProps) => (
  <>
    <Stack as="section" aria-labelledby="templates">
      <div>
        <Heading level={2} size="lg" id="templates">
          {t('templates')}
        </Heading>
        <Text size="sm" tone="muted">
          {t('templatesHint')}
        </Text>
      </div>
      <Grid as="ul" role="list">
        {templates.map((template) => (
          <li key={template.id}>
            <TemplateCard
              template={template}
              onConfigure={() => {
                onConfigure(template);
              }}
              onTest={() => {
                onTest(template);
              }}
            />
          </li>
        ))}
      </Grid>
    </Stack>
    <Stack direction="row">
      <Button size="sm" aria-haspopup="dialog" onClick={onShared}>
        {shared('sharedConversations')}
      </Button>
    </Stack>
  </>
);
