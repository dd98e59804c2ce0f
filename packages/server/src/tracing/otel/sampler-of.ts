import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';

type Plain = 'always_on' | 'always_off' | 'traceidratio';
export type SamplerName = Plain | `parentbased_${Plain}`;

/** The sampler with this name, which decides which requests are traced. */
export function samplerOf(name: SamplerName, share: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(share);
    case 'parentbased_always_on':
    case 'parentbased_always_off':
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: samplerOf(PLAIN[name], share) });
  }
}

const PLAIN = {
  parentbased_always_on: 'always_on',
  parentbased_always_off: 'always_off',
  parentbased_traceidratio: 'traceidratio',
} as const;
