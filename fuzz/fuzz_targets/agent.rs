//! Any bytes as a request to the agent or a reply of it; what is read is written to something that reads back equal.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_device::agent::{Reply, Request};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(request) = Request::decode(bytes) {
        assert_eq!(Request::decode(&request.encode()), Ok(request));
    }
    if let Ok(reply) = Reply::decode(bytes) {
        if let Reply::Look(look) = &reply {
            for crash in look.observation().crashes {
                assert!(!crash.id().is_empty());
            }
        }
        assert_eq!(Reply::decode(&reply.encode()), Ok(reply));
    }
});
