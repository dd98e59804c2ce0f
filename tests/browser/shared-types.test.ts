import type * as browser from '@facet/browser';
import type * as client from '@facet/client';
import type * as gallery from '@facet/gallery';
import { expectTypeOf, it } from 'vitest';

// Checked by the compiler: the packages know nothing of each other.

it('the gallery and the client take the vectors of a page', () => {
  expectTypeOf<browser.FaceVector>().toExtend<gallery.FaceVector>();
  expectTypeOf<browser.FaceVector>().toExtend<client.StoredVector>();
  expectTypeOf<browser.Match['second']>().toExtend<gallery.ModelVector>();
  expectTypeOf<NonNullable<browser.AttributedFace['vector']>>().toExtend<gallery.FaceVector>();
});

it('the client takes the boxes of a page', () => {
  expectTypeOf<browser.AttributedFace['box']>().toExtend<client.GivenBox>();
  expectTypeOf<browser.TrackedFace['box']>().toExtend<NonNullable<client.VectorOptions['box']>>();
  expectTypeOf<browser.Box[]>().toExtend<NonNullable<client.RedactOptions['boxes']>>();
});

it('what a page says of a face has the types that the client gives', () => {
  expectTypeOf<browser.AttributedFace['ageRange']>().toEqualTypeOf<client.AgeRange>();
  expectTypeOf<browser.AttributedFace['gender']>().toEqualTypeOf<client.Gender>();
  expectTypeOf<browser.AttributedFace['pose']>().toExtend<NonNullable<client.Face['pose']>>();
  expectTypeOf<NonNullable<browser.AttributedFace['expression']>>().toExtend<
    NonNullable<client.Face['expression']>
  >();
  expectTypeOf<browser.Point>().toExtend<client.LandmarkPoint>();
  expectTypeOf<browser.Analysis['imageSize']>().toExtend<client.AttributesResult['imageSize']>();
  expectTypeOf<Pick<browser.AttributedFace, 'ageYears' | 'genderConfidence' | 'spoofScore'>>().toExtend<
    Pick<client.Face, 'ageYears' | 'genderConfidence' | 'spoofScore'>
  >();
  expectTypeOf<Pick<browser.Match, 'distance' | 'isMatch'>>().toExtend<
    Pick<client.MatchResult & client.JudgedDistance, 'distance' | 'isMatch'>
  >();
});
