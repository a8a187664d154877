/** `/`: the landing page, with featured agents from the slice that fills its slot. */
import { LandingSection, LinkButton, Main, VisuallyHidden } from '@slipway/design-system';
import { CallToAction, Features, Hero } from '@slipway/design-system/landing';
import { Slot, useSite } from '@slipway/platform';
import { Footer } from '../features/landing/Footer';
import { FeaturedWaiting } from '../features/landing/FeaturedWaiting';
import { HeroPicture } from '../features/landing/HeroPicture';
import { benefits, features } from '../features/landing/features';
import { t } from '../features/landing/messages';

export default function LandingPage() {
  const { name, callUrl } = useSite();
  return (
    <>
      <Main>
        <Hero
          title={t('headline')}
          unbroken={t('headlineUnbroken')}
          text={t('lead')}
          actions={
            <>
              <LinkButton variant="primary" size="lg" href="/marketplace">
                {t('browse')}
              </LinkButton>
              <LinkButton size="lg" href="/signup">
                {t('submit')}
              </LinkButton>
            </>
          }
          picture={<HeroPicture />}
        />
        <LandingSection title={t('featuresTitle')} text={t('featuresText')}>
          <Features look="columns" items={features} />
        </LandingSection>
        <Slot name="landing.featured" props={{}} label={t('featured')} waiting={<FeaturedWaiting />} />
        <LandingSection title={t('benefitsTitle', { product: name })} text={t('benefitsText')} tone="sunken">
          <Features items={benefits} />
        </LandingSection>
        <CallToAction
          title={t('founderTitle')}
          text={t('founderText')}
          action={
            <LinkButton variant="primary" size="lg" href={callUrl} target="_blank" rel="noopener noreferrer">
              {t('founderCall')}
              <VisuallyHidden> {t('opensInNewTab')}</VisuallyHidden>
            </LinkButton>
          }
        />
      </Main>
      <Footer />
    </>
  );
}
