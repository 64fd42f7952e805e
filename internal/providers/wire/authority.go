package wire

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// trust gives the TLS settings of a service: nil for the usual ones, else those that trust the
// certificates of a file beside the system's.
func (s Service) trust() (*tls.Config, error) {
	if s.CAFile == "" {
		return nil, nil //nolint:nilnil // how the HTTP client spells "the usual ones"
	}
	data, err := os.ReadFile(s.CAFile)
	if failure, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, fmt.Errorf("the certificates in %s (caFile) cannot be read: %w", s.CAFile, failure.Err)
	}
	if err != nil {
		return nil, fmt.Errorf("the certificates (caFile) cannot be read: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool() // the system has none
	}
	if err := addCertificates(pool, data); err != nil {
		return nil, fmt.Errorf("%s (caFile) %w", s.CAFile, err)
	}
	return &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, nil
}

// addCertificates adds what a PEM file holds. Unlike the pool's own method it says what is wrong.
func addCertificates(pool *x509.CertPool, data []byte) error {
	if len(bytes.TrimSpace(data)) == 0 {
		return errors.New("is empty; it must hold certificates in PEM form")
	}
	found := 0
	for block, rest := pem.Decode(data); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != "CERTIFICATE" {
			continue // such as the key beside it
		}
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return fmt.Errorf("holds a certificate that cannot be read: %w", err)
		}
		pool.AddCert(certificate)
		found++
	}
	if found == 0 {
		return errors.New("holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)")
	}
	return nil
}
