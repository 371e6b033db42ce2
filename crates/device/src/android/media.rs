//! `--push-media`: a few pictures, sounds, PDFs and texts on the device, as in the Genie paper's set-up, so that
//! apps that choose files find some. All are made here; none is larger than a few kilobytes.

use std::time::Duration;

use crate::Picture;
use crate::adb::{Adb, AdbError, Deadline, quote};

/// Puts the files on the device and tells its media scanner; the paths.
pub(crate) fn push(adb: &Adb, call: Duration) -> Result<Vec<String>, AdbError> {
    let mut paths = Vec::new();
    let mut scans = Vec::new();
    for (path, bytes) in files() {
        adb.push(&bytes, &path, 0o644, Deadline::after(call))?;
        let uri = quote(&format!("file://{path}"));
        scans.push(format!("am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d {uri}"));
        paths.push(path);
    }
    // Each `am` starts a virtual machine of its own.
    let deadline = Deadline::after(call * scans.len() as u32);
    for scan in scans {
        adb.ask(&scan, deadline)?;
    }
    Ok(paths)
}

fn files() -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for (number, colour) in [[200u8, 60, 40], [40, 140, 60], [50, 80, 190]].into_iter().enumerate() {
        all.push((format!("/sdcard/Pictures/skink-{}.png", number + 1), picture(colour)));
    }
    for (number, pitch) in [440.0, 660.0].into_iter().enumerate() {
        all.push((format!("/sdcard/Music/skink-{}.wav", number + 1), sound(pitch)));
    }
    for number in 1..=2 {
        all.push((
            format!("/sdcard/Download/skink-{number}.pdf"),
            pdf(&format!("Skink, page of file {number}")),
        ));
        let text = format!("Skink, text {number}\nA second line.\n").into_bytes();
        all.push((format!("/sdcard/Download/skink-{number}.txt"), text));
    }
    all
}

/// A picture of stripes.
fn picture(colour: [u8; 3]) -> Vec<u8> {
    let (width, height) = (160u32, 120u32);
    let pixel = |n: u32| if (n % width / 16 + n / width / 16).is_multiple_of(2) { colour } else { [240; 3] };
    Picture { width, height, rgb: (0..width * height).flat_map(pixel).collect() }.to_png()
}

/// Half a second of a tone: 8 kHz, one channel, 8 bits.
fn sound(pitch: f64) -> Vec<u8> {
    const RATE: u32 = 8_000;
    let samples: Vec<u8> = (0..RATE / 2)
        .map(|n| {
            (128.0 + 100.0 * (f64::from(n) / f64::from(RATE) * pitch * std::f64::consts::TAU).sin()) as u8
        })
        .collect();
    let mut file = b"RIFF".to_vec();
    file.extend((36 + samples.len() as u32).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    file.extend(RATE.to_le_bytes());
    file.extend(RATE.to_le_bytes());
    file.extend(b"\x01\0\x08\0data");
    file.extend((samples.len() as u32).to_le_bytes());
    file.extend(samples);
    file
}

/// A page with one line.
fn pdf(line: &str) -> Vec<u8> {
    let content = format!("BT /F1 18 Tf 40 100 Td ({line}) Tj ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut file = String::from("%PDF-1.4\n");
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(file.len());
        file.push_str(&format!("{} 0 obj\n{object}\nendobj\n", number + 1));
    }
    let table = file.len();
    file.push_str(&format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1));
    places.iter().for_each(|place| file.push_str(&format!("{place:010} 00000 n \n")));
    file.push_str(&format!(
        "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n",
        objects.len() + 1
    ));
    file.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adb::fake::{FakeAdb, Reply};

    #[test]
    fn files_of_every_kind_arrive_and_are_announced() {
        let fake = FakeAdb::start(true, |_| Reply::ok("Broadcast completed: result=0\n"));
        let paths = push(&fake.open(), Duration::from_secs(5)).expect("pushed");
        for ending in ["png", "wav", "pdf", "txt"] {
            assert!(paths.iter().filter(|path| path.ends_with(ending)).count() >= 2, "{ending}");
        }
        let files = fake.inner.files.lock().expect("free");
        assert!(Picture::from_png(&files["/sdcard/Pictures/skink-1.png"]).is_some());
        assert_eq!(fake.commands().len(), paths.len());
    }
}
