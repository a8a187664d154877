/** The feature and benefit lists of the landing page. */
import type { Feature } from '@slipway/design-system/landing';
import { t } from './messages';

export const features: readonly Feature[] = [
  {
    picture: 'zap',
    title: t('instantDeployment'),
    text: t('instantDeploymentText'),
    mark: t('comingSoon'),
  },
  { picture: 'coins', title: t('creatorEconomy'), text: t('creatorEconomyText'), mark: t('comingSoon') },
  { picture: 'blocks', title: t('noCode'), text: t('noCodeText') },
];

export const benefits: readonly Feature[] = [
  { picture: 'rocket', title: t('quickDeployment'), text: t('quickDeploymentText'), mark: t('comingSoon') },
  { picture: 'globe', title: t('globalMarketplace'), text: t('globalMarketplaceText') },
  { picture: 'wallet', title: t('monetization'), text: t('monetizationText'), mark: t('comingSoon') },
];
