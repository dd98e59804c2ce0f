export interface ErrorWords {
  readonly code: string;
  /** What happened. */
  readonly happened: string;
  /** What to do about it. */
  readonly advice: string;
}

export interface ErrorGroup {
  readonly title: string;
  readonly intro: string;
  readonly errors: readonly ErrorWords[];
}

const words = (code: string, happened: string, advice: string): ErrorWords => ({ code, happened, advice });

/** Every code of the service in words for people. A test keeps the list equal to the service's own. */
export const ERROR_GROUPS: readonly ErrorGroup[] = [
  {
    title: 'The request',
    intro: 'Something in the call is not as the service needs it. Nothing is counted.',
    errors: [
      words(
        '2001',
        'An image is missing.',
        'Send every image field of the operation; the message names the one that is absent or empty.',
      ),
      words(
        '2002',
        'A parameter has a value that is not accepted.',
        'Correct the parameter that the message quotes.',
      ),
      words(
        '2003',
        'The image is damaged or cut off.',
        'Send the whole file again; for Base64, check that nothing was lost on the way.',
      ),
      words(
        '2004',
        'The image format is not accepted.',
        'Send JPEG, PNG, WebP or AVIF. The content counts, not the file name.',
      ),
      words('2005', 'The two images arrived in different ways.', 'Send both as files, or both as strings.'),
      words(
        '2006',
        'The body cannot be read.',
        'Send valid JSON, or multipart/form-data as your HTTP library makes it.',
      ),
      words(
        '2007',
        'The image has too many bytes.',
        'Make it smaller; 1024 pixels on the longer side are plenty.',
      ),
      words(
        '2008',
        'The image has too many pixels.',
        'Make it smaller; 1024 pixels on the longer side are plenty.',
      ),
      words(
        '2009',
        'The content type is not accepted.',
        'Use multipart/form-data for files and application/json for strings.',
      ),
      words('2010', 'The link or token is wrong, used or too old.', 'Ask for a new one and use it soon.'),
      words('2011', 'A field of the form is not acceptable.', 'Correct the field that the message names.'),
      words(
        '2012',
        'The stored vector was made by another model.',
        'Make a new vector from a photo; vectors of different models cannot be compared.',
      ),
      words('2404', 'There is nothing at this address.', 'Check the path against the API reference.'),
      words('2405', 'The address does not take this method.', 'The operations are called with POST.'),
    ],
  },
  {
    title: 'The photo',
    intro:
      'The call was fine, but the photo does not give what was asked for. Codes 3001 and 3101 to 3104 count as calls: the photo was analysed.',
    errors: [
      words(
        '3001',
        'No face was found.',
        'Use a photo that shows a face more clearly, or say where the face is with a box.',
      ),
      words(
        '3101',
        'The face is too small.',
        'Use a photo in which the face is at least 60 pixels wide and high.',
      ),
      words('3102', 'The face is too dark.', 'Use a photo with more light on the face.'),
      words(
        '3103',
        'The head is turned away too far.',
        'Use a photo in which the face looks more towards the camera, less than 50 degrees aside.',
      ),
      words(
        '3104',
        'The photo does not pass the enrolment check.',
        'Take a new photo; the answer lists every rule that is not met, with advice for the person.',
      ),
      words(
        '3201',
        'The image address is not allowed.',
        'Use a public http or https address, or send the image itself.',
      ),
      words(
        '3202',
        'The image could not be fetched from its address.',
        'Check that the address opens quickly and shows an image, or send the image itself.',
      ),
    ],
  },
  {
    title: 'Your account and plan',
    intro: 'The service does not know the caller, or the plan does not allow the call. Nothing is counted.',
    errors: [
      words(
        '4001',
        'The call carries no user id.',
        'Send the user id of your account in the header user_id.',
      ),
      words(
        '4002',
        'The user id is not known.',
        'Copy it anew from your account page; one that was replaced or revoked no longer works.',
      ),
      words('4003', 'The account has no plan.', 'Choose a plan; it works at once.'),
      words('4004', 'The plan has ended.', 'Choose a plan again.'),
      words('4005', 'The account is suspended.', 'Ask whoever operates this service.'),
      words('4006', 'This service takes no new sign-ups.', 'Ask whoever operates it for an account.'),
      words('4010', 'Nobody is logged in.', 'Log in, then try again.'),
      words('4011', 'The e-mail or the password is wrong.', 'Check both and try again.'),
      words(
        '4012',
        'The request came from another site.',
        'Open the page at the address that the service is known by.',
      ),
      words(
        '4013',
        'This is for administrators only.',
        'Ask the operator of this service to make your account an administrator.',
      ),
      words('4041', 'The service cannot send mail.', 'Ask whoever operates it to reset your password.'),
      words('4092', 'There is an account with this e-mail already.', 'Log in instead.'),
      words('4093', 'You have a user id with this name already.', 'Choose another name.'),
      words(
        '4094',
        'You have as many user ids as an account may have.',
        'Revoke one that is no longer used.',
      ),
      words(
        '4291',
        'Too many calls in a short time.',
        'Wait as long as the header Retry-After says, or choose a faster plan.',
      ),
      words(
        '4292',
        'The calls of this period are used up.',
        'Wait for the next period, or choose a larger plan.',
      ),
      words('4293', 'Too many attempts to log in.', 'Wait a moment before the next one.'),
      words(
        '4294',
        'There are no more calls without an account for now.',
        'Wait as long as the header Retry-After says, or sign up for an account of your own.',
      ),
    ],
  },
  {
    title: 'The service',
    intro: 'The trouble is not on your side. Nothing is counted.',
    errors: [
      words(
        '5000',
        'Something unexpected went wrong.',
        'Tell the operator the request id; the log has more under it.',
      ),
      words(
        '5003',
        'The service is busy, or its database is unreachable.',
        'Call again after the time in the header Retry-After.',
      ),
      words('5004', 'The call took too long.', 'Use a smaller image, or send it instead of a slow address.'),
    ],
  },
];

const BY_CODE = new Map(
  ERROR_GROUPS.flatMap(({ errors }) => errors.map((error) => [error.code, error] as const)),
);

/** A code in words, where the service has no newer ones than this page. */
export const errorWords = (code: string): ErrorWords | undefined => BY_CODE.get(code);
